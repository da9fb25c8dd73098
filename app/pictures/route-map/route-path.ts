import { type MapDrawing } from './map-drawing.ts'

export interface PlacedStop {
  /** The stop's number in the list next to the map, from 1. */
  number: number
  x: number
  y: number
}

/** The stops that are on the map, with their numbers; an unknown stop appears only in the list. */
export function placeStops(map: MapDrawing, stops: readonly { name: string }[]): PlacedStop[] {
  return stops.flatMap((stop, index) => {
    const words = stop.name.toLowerCase()
    const place = map.places.find(({ name }) => words.includes(name.toLowerCase()))
    return place ? [{ number: index + 1, x: place.x, y: place.y }] : []
  })
}

const tenth = (value: number) => String(Math.round(value * 10) / 10)

/**
 * A smooth closed line through the stops and back to the terminal, as SVG path data; empty for
 * fewer than two.
 */
export function routePath(stops: readonly PlacedStop[]): string {
  const [first] = stops
  if (!first || stops.length < 2) return ''
  const at = (index: number) => stops[(index + stops.length) % stops.length] ?? first
  return stops.reduce(
    (d, from, index) => {
      const [before, to, after] = [at(index - 1), at(index + 1), at(index + 2)]
      const bend = [
        from.x + (to.x - before.x) / 6,
        from.y + (to.y - before.y) / 6,
        to.x - (after.x - from.x) / 6,
        to.y - (after.y - from.y) / 6,
        to.x,
        to.y,
      ]
      return `${d}C${bend.map(tenth).join(' ')}`
    },
    `M${tenth(first.x)} ${tenth(first.y)}`,
  )
}
