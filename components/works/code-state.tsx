import type { WorkView } from '#lib/works/model/views.ts';

const words = { linked: 'Code', reachable: 'Code, link checked', promised: 'Code promised, none found', none: 'No code' } as const;

/** Whether the work's code can be had, and by whose word. Nothing where no source says anything. */
export function CodeState({ code }: { code: WorkView['code'] }) {
  if (code === null || code.state === 'none') return null;
  const title = code.evidence ?? undefined;
  return code.url ? (
    <a href={code.url} rel="nofollow ugc noopener" title={title}>
      {words[code.state]}
    </a>
  ) : (
    <span title={title}>{words[code.state]}</span>
  );
}
