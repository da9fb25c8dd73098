import { keptHeaders } from '../components/kept-headers.ts'
import { TestimonialPage, testimonialMeta } from '../reading/testimonial-pages.tsx'
import { loadTestimonial } from '../server/load-stories.server.ts'
import sheet from '../styles/reading.css?url'

export const loader = loadTestimonial
export const headers = keptHeaders
export const handle = { sheet }
export const meta = testimonialMeta
export default TestimonialPage
