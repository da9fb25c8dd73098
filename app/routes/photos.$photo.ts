import { type LoaderFunctionArgs } from '@remix-run/node'
import { answerPhoto } from '../pictures/answer-photo.server.ts'
import { getShopContext } from '../visit/shop-context.server.ts'

/** A picture of a product's photo. What has an address never changes. */
export const loader = ({ params, context }: LoaderFunctionArgs) =>
  answerPhoto(getShopContext(context), params.photo ?? '')
