import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { TestimonialPage, testimonialMeta } from '../content/testimonial-pages.tsx'
import { loadTestimonial } from '../content/load-testimonials.server.ts'
import sheet from '../styles/reading.css?url'

export const loader = loadTestimonial
export const headers = passLoaderHeaders
export const handle = { sheet }
export const meta = testimonialMeta
export default TestimonialPage
