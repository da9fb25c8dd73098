import cameraScript from './camera/scan-camera.ts?worker&url'
import decoderScript from './camera/decode-worker.ts?worker&url'

/**
 * The camera; its script shows it where a browser has one. What it reads goes into the form below
 * and is sent.
 */
export const CameraPart = () => (
  <section
    className="scan-camera"
    aria-label="Camera"
    data-script={cameraScript}
    data-camera=""
    data-decoder={decoderScript}
    hidden
  >
    <video muted playsInline hidden aria-label="What the camera sees" />
    <p role="status" data-camera-said="" />
    <div className="btn-row">
      <button type="button" className="btn" data-camera-open="">
        Open the camera
      </button>
      <button type="button" className="btn second" data-camera-close="" hidden>
        Close the camera
      </button>
    </div>
  </section>
)
