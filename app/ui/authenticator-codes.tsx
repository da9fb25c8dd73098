interface RecoveryCodesProps {
  codes: readonly string[]
  /** Where their owner goes on once they are kept. */
  next: string
}

/** New recovery codes, on this page alone: to be printed, or selected and copied. */
export function RecoveryCodes({ codes, next }: RecoveryCodesProps) {
  return (
    <div className="card stack" role="status">
      <h3>Keep these ten codes</h3>
      <p>
        Print or copy them now, and keep them apart from your phone. They are not shown again, and all earlier
        ones are void.
      </p>
      <ul className="secret codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="btn-row">
        <button type="button" className="btn second" data-print hidden>
          Print them
        </button>
        <a className="btn" href={next}>
          I have kept them
        </a>
      </p>
    </div>
  )
}
