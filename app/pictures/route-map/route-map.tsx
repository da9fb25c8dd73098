import { type RouteMap as RouteMapName } from '#contract/enums.ts'
import { losangeles } from './losangeles.ts'
import { type MapDrawing } from './map-drawing.ts'
import { manhattan } from './manhattan.ts'
import { miami } from './miami.ts'
import { placeStops, routePath } from './route-path.ts'

const maps: Record<RouteMapName, MapDrawing> = { manhattan, miami, losangeles }

interface RouteMapProps {
  map: RouteMapName
  /** The text alternative of the picture. */
  title: string
  /** Name of the terminal the route begins and ends at. */
  home: string
  stops: readonly { name: string }[]
}

/** The route on its map. The numbered list next to it has the same content as text. */
export function RouteMap({ map: name, title, home, stops }: RouteMapProps) {
  const map = maps[name]
  const placed = placeStops(map, stops)
  const [base] = placeStops(map, [{ name: home }])
  const route = routePath(base ? [base, ...placed] : placed)
  return (
    <figure className="map">
      <svg viewBox={`0 0 ${String(map.width)} ${String(map.height)}`} role="img" aria-label={title}>
        {map.land.map((d) => (
          <path key={d} className="land" d={d} />
        ))}
        {map.lines.map(({ d, width, kind }) => (
          <path key={d} className={kind} strokeWidth={width} d={d} />
        ))}
        {map.parks.map((d) => (
          <path key={d} className="park" d={d} />
        ))}
        {/* The route is dotted; scrolling draws the mask that reveals it. */}
        <mask id="route-drawn" maskUnits="userSpaceOnUse" x="0" y="0" width={map.width} height={map.height}>
          <path className="route-draw" d={route} pathLength={1} />
        </mask>
        <path className="route-ghost" d={route} />
        <path className="route" d={route} strokeDasharray="1 9" mask="url(#route-drawn)" />
        {map.labels.map(({ text, x, y, rotate, water }) => (
          <text
            key={text}
            className={water ? 'lbl w' : 'lbl'}
            transform={`translate(${String(x)} ${String(y)}) rotate(${String(rotate)})`}
          >
            {text}
          </text>
        ))}
        {base ? <rect className="base" x={base.x - 9} y={base.y - 9} width="18" height="18" rx="3" /> : null}
        {placed.map(({ number, x, y }) => (
          <g key={number}>
            <circle className="stop" cx={x} cy={y} r="15" />
            <text className="stop-n" x={x} y={y + 5.5}>
              {number}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  )
}
