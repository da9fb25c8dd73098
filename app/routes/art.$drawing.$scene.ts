import { type LoaderFunctionArgs } from '@remix-run/node'
import { answerScene } from '../server/scenes.server.ts'

/** A picture of a place, drawn on request. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  answerScene(request, params.drawing ?? '', params.scene ?? '')
