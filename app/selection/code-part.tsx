import { CodeBox, type CodeBoxProps, codeInput } from './code-box.tsx'

/** The discount code on the page "When": its form only asks for a page. */
export function CodePart({ code, error, ...box }: Omit<CodeBoxProps, 'children' | 'intent'>) {
  return (
    <CodeBox {...{ code, error, ...box }} intent="update">
      <input
        key={code}
        {...codeInput}
        id="code"
        name="code"
        defaultValue={code}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && 'code-error'}
      />
    </CodeBox>
  )
}
