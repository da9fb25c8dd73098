/**
 * Reads QR codes where the browser itself cannot. It is a worker, because reading a picture takes
 * longer than a picture stays on the screen.
 */
import decodeQR from 'qr/decode.js'

export interface Frame {
  width: number
  height: number
  /** Four bytes a pixel, of which the last one is its opacity. */
  data: Uint8ClampedArray
}

addEventListener('message', ({ data }: MessageEvent<Frame>) => {
  postMessage(read(data))
})

function read(frame: Frame): string | null {
  try {
    return decodeQR(frame)
  } catch {
    // Most pictures show no code, or not all of it.
    return null
  }
}
