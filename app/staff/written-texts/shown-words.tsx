import { QuestionsList } from '../../content/questions-list.tsx'
import readingSheet from '../../styles/reading.css?url'
import { type ComparedLine } from './compare-words.ts'
import { type ShownWords as Words } from './show-words.server.ts'

/** A text in the look of the shop. */
export function ShownWords({ words }: { words: Words }) {
  const { title, summary } = words
  return (
    <article className="card text-shown" aria-label="As shoppers read it">
      {'groups' in words ? <link rel="stylesheet" href={readingSheet} /> : null}
      {title === '' ? null : <p className="text-title">{title}</p>}
      {summary === '' ? null : <p className="muted">{summary}</p>}
      {'groups' in words ? <QuestionsList groups={words.groups} /> : null}
      {'html' in words ? <div className="prose" dangerouslySetInnerHTML={{ __html: words.html }} /> : null}
      {'paragraphs' in words ? (
        <div className="prose">
          {words.paragraphs.length === 0 ? <p className="muted">No words of your own.</p> : null}
          {words.paragraphs.map((paragraph, at) => (
            <p className="text-lines" key={`${String(at)} ${paragraph}`}>
              {paragraph}
            </p>
          ))}
        </div>
      ) : null}
    </article>
  )
}

/** What differs, with words for those who see no marks. */
export function ChangedWords({ changes }: { changes: readonly ComparedLine[] }) {
  if (changes.length === 0) return <p className="muted">No word differs.</p>
  return (
    <div className="card text-changes">
      {changes.map((line, at) =>
        line.kind === 'skipped' ? (
          <p className="muted" key={at}>
            {line.lines === 1 ? '1 line as before' : `${String(line.lines)} lines as before`}
          </p>
        ) : (
          <p key={at}>
            {line.pieces.map(({ kind, text }, piece) =>
              kind === 'same' ? (
                text
              ) : kind === 'added' ? (
                <ins key={piece}>
                  <span className="vh">added: </span>
                  {text}
                </ins>
              ) : (
                <del key={piece}>
                  <span className="vh">removed: </span>
                  {text}
                </del>
              ),
            )}
          </p>
        ),
      )}
    </div>
  )
}
