import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

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
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="confirm" aria-labelledby="confirm-title" onClose={onCancel}>
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
