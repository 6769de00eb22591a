/** A state in one word. */
export const Badge = ({ state }: { state: string }) => (
  <span class="badge" data-state={state}>
    {state}
  </span>
);
