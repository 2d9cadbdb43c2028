'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const everyMs = 2_500;
/** After some minutes whoever still waits presses the link themselves. */
const mostLooks = 120;

/** Says that a copy is being made, and looks again while its page is open to the eye. Without script the link does. */
export function WaitForCopy() {
  const router = useRouter();
  useEffect(() => {
    let looks = 0;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      looks += 1;
      if (looks > mostLooks) clearInterval(timer);
      else router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <p role="status" className="max-w-measure border-accent border-l-3 bg-raised px-4 py-3 text-sm">
      Your copy is being made. You are told when it is ready; you need not wait here. <a href="/me/data">Look again</a>
    </p>
  );
}
