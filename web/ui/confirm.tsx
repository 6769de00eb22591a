import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: string;
  /** What follows from it. */
  readonly children: ComponentChildren;
  /** What the button says that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, children, action, onConfirm, onCancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, since others are undone once the dialog is gone from the page.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closing gives the focus back to what opened it; being taken away does not.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="confirm"
      aria-labelledby="confirm-title"
      // That of a dialog which is gone already comes late, and would close the next one.
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected) onCancel();
      }}
    >
      <h2 id="confirm-title">{title}</h2>
      {children}
      <p class="actions">
        <button type="button" class="danger" onClick={onConfirm}>
          {action}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </dialog>
  );
}
