/* Scrolls the current tab into view where CSS cannot do it: Firefox and Safari do not know `scroll-initial-target`. */

const tab = CSS.supports('scroll-initial-target', 'nearest') ? null : document.querySelector('.tabs [aria-current]');
const row = tab?.closest('ul');
if (tab && row) row.scrollLeft += Math.max(0, tab.getBoundingClientRect().right - row.getBoundingClientRect().right);

export {};
