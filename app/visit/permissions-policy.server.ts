/** What no page may use; a page that scans tickets may use the camera. */
const CLOSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'usb',
] as const

/** The Permissions-Policy of an answer; for all pages but those with a camera it is the same. */
export const permissionsPolicy = ({ camera = false }: { camera?: boolean | undefined } = {}): string =>
  CLOSED.map((name) => `${name}=(${camera && name === 'camera' ? 'self' : ''})`).join(', ')
