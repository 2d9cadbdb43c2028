import { site } from '#lib/platform/site.ts';
import type { Card as Shown } from '#lib/portal/cards/model.ts';

const barHeight = 60;
const accentColour = (): string => site().accent ?? '#0f5c66';

/** A share card for drawing as an image. Styles are inline, because style sheets are not applied. */
export const renderCard = ({ heading, lines, topics, bars }: Shown, fonts: string) => (
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
      borderTop: `12px solid ${accentColour()}`,
    }}
  >
    <div style={{ display: 'flex', flexDirection: 'column', maxWidth: 1040 }}>
      <div
        style={{
          fontSize: heading.length > 60 ? 56 : heading.length > 24 ? 62 : 76,
          fontWeight: 600,
          lineHeight: 1.15,
          wordBreak: 'break-word',
        }}
      >
        {heading}
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', marginTop: 36, fontSize: 34, lineHeight: 1.4, color: '#5b5e66' }}>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
      {topics.length > 0 && <Topics names={topics} />}
    </div>
    {bars.length > 1 && <Bars bars={bars} />}
    <div style={{ display: 'flex', position: 'absolute', left: 80, bottom: 56, fontSize: 32, color: accentColour() }}>{site().name}</div>
  </div>
);

const Topics = ({ names }: { names: readonly string[] }) => (
  <div style={{ display: 'flex', gap: 16, marginTop: 28 }}>
    {names.map((name) => (
      <div
        key={name}
        style={{
          display: 'flex',
          flexShrink: 0,
          padding: '6px 22px',
          whiteSpace: 'nowrap',
          border: `2px solid ${accentColour()}`,
          borderRadius: 999,
          fontSize: 28,
          color: accentColour(),
        }}
      >
        {name}
      </div>
    ))}
  </div>
);

/** Works by year in the lower right corner. The scale is at least 4, so that a single work does not fill the height. */
function Bars({ bars }: Pick<Shown, 'bars'>) {
  const scale = Math.max(4, ...bars.map(({ works }) => works));
  return (
    <div style={{ display: 'flex', position: 'absolute', right: 80, bottom: 36, flexDirection: 'column', color: '#5b5e66', fontSize: 22 }}>
      <div style={{ display: 'flex', alignItems: 'flex-end', gap: 5, height: barHeight, borderBottom: '2px solid #5b5e66' }}>
        {bars.map(({ year, works }) => (
          <div key={year} style={{ width: 15, height: Math.round((barHeight * works) / scale), background: accentColour() }} />
        ))}
      </div>
      <div style={{ display: 'flex', justifyContent: 'space-between', gap: 24 }}>
        <span>{bars[0]?.year}</span>
        <span>{bars.at(-1)?.year}</span>
      </div>
    </div>
  );
}
