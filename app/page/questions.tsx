import { type Question } from '../../content/front-page.ts'
import { useShellData } from '../visit/shell-data.ts'

interface QuestionsProps {
  list: readonly Question[]
}

/**
 * Questions that open without a script; the first is open. Answers that would be untrue for the
 * service or the brand are left out.
 */
export function Questions({ list }: QuestionsProps) {
  const shell = useShellData()
  const shown = list.filter(
    (one) =>
      !(shell?.specOnly && one.aboutFees) && !(one.aboutRescheduling && shell?.brand.rescheduling === false),
  )
  return shown.map(({ question, answer }, index) => (
    <details key={question} className="disc" open={index === 0}>
      <summary>{question}</summary>
      <div>
        <p>{answer}</p>
      </div>
    </details>
  ))
}
