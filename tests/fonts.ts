import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cardFontFiles, convertFont, cutFont, fontFiles, fontFolder } from './font-subsets.ts';

/** `npm run fonts`: writes the files of app/fonts that faces.ts declares, for instance after an upgrade of the font packages. */
for (const file of readdirSync(fontFolder)) if (file.endsWith('.woff2')) rmSync(`${fontFolder}/${file}`);
for (const file of fontFiles()) {
  const font = await convertFont(await cutFont(file), 'woff2');
  writeFileSync(`${fontFolder}/${file.name}.woff2`, font);
  console.log(`${file.name} ${font.byteLength} bytes`);
}
for (const { from, to } of cardFontFiles) copyFileSync(from, to);
