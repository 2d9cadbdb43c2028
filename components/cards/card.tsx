import { site } from '#lib/platform/site.ts';
import type { Card as Shown } from '#lib/portal/cards/model.ts';

/** A card as it is drawn to a picture: styles stand in place, because no style sheet is read there. */
export const card = ({ heading, lines }: Shown, fonts: string) => (
  <div
    style={{
      display: 'flex',
      flexDirection: 'column',
      width: '100%',
      height: '100%',
      padding: '72px 80px',
      background: '#fcfbf8',
      color: '#1c1d20',
      fontFamily: fonts,
      borderTop: '12px solid #0f5c66',
    }}
  >
    <div style={{ display: 'flex', flexDirection: 'column' }}>
      <div style={{ fontSize: heading.length > 60 ? 56 : 76, fontWeight: 600, lineHeight: 1.15 }}>{heading}</div>
      <div style={{ display: 'flex', flexDirection: 'column', marginTop: 36, fontSize: 34, lineHeight: 1.4, color: '#5b5e66' }}>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </div>
    <div style={{ display: 'flex', position: 'absolute', left: 80, bottom: 56, fontSize: 32, color: '#0f5c66' }}>{site().name}</div>
  </div>
);
