/* Sharing a link: by what the device offers, or copied. Without script, the menu has the link itself and an email. */

function reveal(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) button.hidden = navigator.clipboard === undefined;
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-share]') : null;
  if (button) void share(button);
});

async function share(button: HTMLElement): Promise<void> {
  const { share: url = '', title = document.title } = button.dataset;
  if (navigator.share && window.matchMedia('(pointer: coarse)').matches) {
    // Closing the device's dialog is no fault.
    await navigator.share({ title, url }).catch(() => undefined);
    return;
  }
  const isCopied = await navigator.clipboard.writeText(url).then(
    () => true,
    () => false,
  );
  button.textContent = isCopied ? 'Link copied' : 'Not copied';
}

// Menus may be added to the page later, so the buttons are revealed when one opens.
document.addEventListener('toggle', reveal, true);
reveal();
