/** A thank-you text and a link to continue. */
export function ThanksPage({ title, html }: { title: string; html: string }) {
  return (
    <div className="wrap section form-page">
      <div className="head">
        <h1>{title}</h1>
        <div className="prose mt4" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
      <p className="btn-row">
        <a className="btn" href="/product">
          See our flights
        </a>
        <a className="btn second" href="/">
          To the front page
        </a>
      </p>
    </div>
  )
}
