/// <reference types="next/image-types/global" />
import sprite from './icons.svg';

export type IconName =
  | 'bell'
  | 'bolt'
  | 'chat'
  | 'check'
  | 'check-circle'
  | 'chevron'
  | 'circle-dashed'
  | 'cite'
  | 'clock'
  | 'code'
  | 'document'
  | 'download'
  | 'external'
  | 'filter'
  | 'globe'
  | 'graph'
  | 'home'
  | 'institution'
  | 'key'
  | 'link'
  | 'mail'
  | 'more'
  | 'people'
  | 'person'
  | 'plus'
  | 'save'
  | 'search'
  | 'shield'
  | 'text'
  | 'topic'
  | 'venue';

const { src } = sprite as { src: string };

/**
 * A decorative icon beside text. All icons are in one file, so that lists do not repeat their paths. Has an intrinsic size for display
 * without style sheets.
 */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16" className={`icon ${className}`.trim()}>
      <use href={`${src}#${name}`} />
    </svg>
  );
}
