import { renderToStaticMarkup } from 'react-dom/server'
import { CodeBox, type CodeBoxProps } from './code-box.tsx'

/** The code's field as HTML, for pages whose script has no room for it. */
export const renderCodeBox = (props: CodeBoxProps): string => renderToStaticMarkup(<CodeBox {...props} />)
