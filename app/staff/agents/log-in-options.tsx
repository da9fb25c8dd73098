/** An account with the role of agents. */
export interface LogIn {
  id: number
  name: string
}

/** Whose account reads an agent's pages. */
export const LogInOptions = ({ logIns }: { logIns: readonly LogIn[] }) => (
  <>
    <option value="">Nobody</option>
    {logIns.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </>
)
