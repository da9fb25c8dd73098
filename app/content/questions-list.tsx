import { type QuestionGroup } from '../texts/articles.server.ts'

/** Questions by subject, each folded around its answer. */
export function QuestionsList({ groups }: { groups: readonly QuestionGroup[] }) {
  return (
    <div className="faq">
      {groups.map((group) => (
        <section key={group.title} className="cols-2">
          <h2 className="small">{group.title}</h2>
          <div>
            {group.questions.map(({ question, html }) => (
              <details key={question} className="disc">
                <summary>{question}</summary>
                <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
              </details>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
