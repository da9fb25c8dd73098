import { keptHeaders } from '../components/kept-headers.ts'
import { TestimonialsPage, testimonialsMeta } from '../reading/testimonial-pages.tsx'
import { loadTestimonials } from '../server/load-stories.server.ts'
import sheet from '../styles/reading.css?url'

export const loader = loadTestimonials
export const headers = keptHeaders
export const handle = { sheet }
export const meta = testimonialsMeta
export default TestimonialsPage
