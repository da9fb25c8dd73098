/** Sends a form that was refused for the limit to a colleague, with what was typed. */
export const AskButton = ({ intent }: { intent: string }) => (
  <button type="submit" className="btn small" name="intent" value={intent}>
    Ask for approval
  </button>
)
