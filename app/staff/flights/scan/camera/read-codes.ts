import { type Frame } from './decode-worker.ts'

/** Looks for a QR code in what a camera shows. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** Pictures are made smaller than this before our decoder reads them, in pixels. */
const LONGEST_SIDE = 800

/**
 * The browser's own reader where it has one, else our decoder, which is loaded only then.
 *
 * @param decoder the address of the decoder's script
 */
export async function openReader(decoder: string): Promise<ReadCode> {
  const own = Reflect.get(globalThis, 'BarcodeDetector') as DetectorClass | undefined
  const formats = own ? await own.getSupportedFormats().catch(() => []) : []
  if (!own || !formats.includes('qr_code')) return readByWorker(decoder)
  const detector = new own({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

function readByWorker(address: string): ReadCode {
  const worker = new Worker(address, import.meta.env.DEV ? { type: 'module' } : {})
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (video) => {
    const { videoWidth, videoHeight } = video
    const scale = Math.min(1, LONGEST_SIDE / Math.max(videoWidth, videoHeight, 1))
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    if (!context || width === 0 || height === 0) return Promise.resolve(null)
    Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    const { data } = context.getImageData(0, 0, width, height)
    const frame: Frame = { width, height, data }
    return new Promise((found, failed) => {
      worker.onmessage = ({ data: text }: MessageEvent<string | null>) => found(text)
      worker.onerror = () => failed(new Error('The decoder could not be loaded'))
      worker.postMessage(frame, [data.buffer])
    })
  }
}
