import { type BoardFlight, type FlightBoard, FlightBoardReply } from '#contract/flight-board.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { type WeatherReport } from '#contract/weather-report.ts'
import { FLYING_HOURS, loadWeatherReports } from '../parts/load-weather-reports.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { BoardQuery, type BoardView } from './board-view.ts'
import { toMinute } from '../parts/to-minute.ts'

export interface DayBoard {
  view: BoardView & { date: string }
  board: FlightBoard
  /** The flights of the chosen terminal, soonest first. */
  flights: BoardFlight[]
  /** The terminals with flights on this date, of which one can be chosen. */
  terminals: FlightBoard['terminals']
  /** The flight of the open panel. */
  selected: BoardFlight | null
  /** What the stations of these terminals report of that day. */
  reports: WeatherReport[]
  today: string
  now: string
}

/** Who flies what on a day. @throws Response 503 */
export async function loadBoard({ userApi, visit }: StaffVisit, query: URLSearchParams): Promise<DayBoard> {
  const view = readForm(query, BoardQuery)
  const now = toMinute(visit.now)
  const today = toLocalDate(now, visit.brand.time_zone)
  const date = view.date ?? today
  const read = await userApi.get(`/v1/flight_boards/${date}`, FlightBoardReply, {
    query: view.flight === null ? {} : { flight: view.flight },
  })
  const { flight_board: board } = requireData(read)
  const isShown = ({ terminal_id: id }: BoardFlight) => view.terminal === null || view.terminal === id
  const flights = board.flights.filter(isShown)
  const terminalIds = flights.map(({ terminal_id: id }) => id)
  return {
    view: { ...view, date },
    board,
    flights,
    reports: await loadWeatherReports({ userApi }, { terminalIds, date, ...FLYING_HOURS }),
    terminals: board.terminals.filter(({ id }) => board.flights.some((one) => one.terminal_id === id)),
    selected: board.flights.find(({ id }) => id === view.flight) ?? null,
    today,
    now,
  }
}
