interface QuestionsProps {
  list: readonly { question: string; answer: string }[]
}

/** Questions that open without a script; the first stands open. */
export function Questions({ list }: QuestionsProps) {
  return list.map(({ question, answer }, index) => (
    <details key={question} className="disc" open={index === 0}>
      <summary>{question}</summary>
      <div>
        <p>{answer}</p>
      </div>
    </details>
  ))
}
