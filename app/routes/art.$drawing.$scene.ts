import { type LoaderFunctionArgs } from '@remix-run/node'
import { answerScene } from '../pictures/answer-scene.server.ts'

/** A picture of a place, drawn on request. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  answerScene(request, params.drawing ?? '', params.scene ?? '')
