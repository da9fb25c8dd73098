import { renderToStaticMarkup } from 'react-dom/server'
import { ResumeOffer } from '../resume/resume-offer.tsx'
import { type Visit } from './load-checkout.server.ts'

/** The way to another device as HTML; nothing where the service keeps no drafts to go on with. */
export const renderResumeOffer = ({ basic }: Visit): string =>
  basic ? '' : renderToStaticMarkup(<ResumeOffer />)
