/** Minimum contrast of the accent with the page. It keeps text on the accent's tinted background above 4.5:1 (WCAG 2.2, 1.4.3). */
export const minContrast = 5.5;
const paperLuminance = 0.97;

/** Returns the contrast ratio of a colour with the background of the light theme (WCAG 2.2). */
export function contrastWithPaper(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return (paperLuminance + 0.05) / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
