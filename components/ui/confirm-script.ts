/* Buttons that ask before they submit (confirm-button.tsx): the dialog is modal, so nothing behind it can be pressed. */

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (!button) return;
  if (button.dataset.closeDialog !== undefined) return button.closest('dialog')?.close();
  const dialog = document.getElementById(button.dataset.confirmation ?? '');
  if (!(dialog instanceof HTMLDialogElement)) return;
  event.preventDefault();
  dialog.showModal();
});

export {};
