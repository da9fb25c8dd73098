import { renderToStaticMarkup } from 'react-dom/server'
import { ResumeOffer } from './transfer-offer.tsx'
import { type Visit } from '../selection/load-choice.server.ts'

/** The way to another device as HTML; nothing where the service keeps no drafts to go on with. */
export const renderResumeOffer = ({ basic }: Visit): string =>
  basic ? '' : renderToStaticMarkup(<ResumeOffer />)
