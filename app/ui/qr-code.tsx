import { encodeQR } from 'qr'

/** The light margin that readers need around a code, in modules. */
const QUIET_ZONE = 4

/**
 * A QR code as one drawing, dark on white in every colour scheme. The page says beside it what it
 * holds, in words or as a link: the drawing is not the only way.
 *
 * @param props.label what a scan opens, for those who hear the page
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const size = String(rows.length)
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={rows.map(drawRow).join('')} fill="#000" />
    </svg>
  )
}

/** The dark runs of a row as rectangles one module high. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x++
    const width = String(x - start + 1)
    path += `M${String(start)} ${String(y)}h${width}v1h-${width}z`
  }
  return path
}
