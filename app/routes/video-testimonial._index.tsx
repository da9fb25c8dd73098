import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { TestimonialsPage, testimonialsMeta } from '../content/testimonial-pages.tsx'
import { loadTestimonials } from '../content/load-testimonials.server.ts'
import sheet from '../styles/reading.css?url'

export const loader = loadTestimonials
export const headers = passLoaderHeaders
export const handle = { sheet }
export const meta = testimonialsMeta
export default TestimonialsPage
