import { renderToStaticMarkup } from 'react-dom/server'
import { CodeBox, type CodeBoxProps } from './code-box.tsx'

/** The code's field as HTML, so that hydrated pages need no script for it. */
export const renderCodeBox = (props: CodeBoxProps): string => renderToStaticMarkup(<CodeBox {...props} />)
