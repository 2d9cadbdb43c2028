/** All icons, in the order of `icons.svg`. `icons.css` has the place of each. */
export const iconNames = [
  'bell',
  'bolt',
  'chat',
  'check',
  'check-circle',
  'chevron',
  'circle-dashed',
  'cite',
  'clock',
  'code',
  'document',
  'download',
  'external',
  'filter',
  'globe',
  'graph',
  'home',
  'institution',
  'key',
  'link',
  'mail',
  'more',
  'people',
  'person',
  'plus',
  'save',
  'search',
  'shield',
  'text',
  'topic',
  'venue',
] as const;

export type IconName = (typeof iconNames)[number];

/** A decorative icon beside text: a mask in the colour of the text. One element and one file, since lists have hundreds of icons. */
export const Icon = ({ name, className }: { name: IconName; className?: string }) => (
  <i className={className ? `icon icon-${name} ${className}` : `icon icon-${name}`} />
);
