import { answerWeather } from '../weather/answer-weather.ts'
import { findWeatherDay } from '../weather/weather-days.ts'
import { html } from './html.ts'
import { pageResponse } from './page-response.ts'

const DAY_MS = 86_400_000
const DAYS_SHOWN = 10
/** Those of the demo shop's terminals. */
const STATIONS = ['KEWR', 'KLGA', 'KOPF', 'KVNY']

/** `/sandbox/weather`: which kind of day comes when; below it the calls of the provider. */
export function weatherPages(url: URL, now: Date): Response {
  if (url.pathname !== '/sandbox/weather') return answerWeather(url, now)
  const days = Array.from({ length: DAYS_SHOWN }, (_, at) => new Date(now.getTime() + at * DAY_MS))
  return pageResponse({
    title: 'Weather',
    main: html`<h1>Weather of the test stations</h1>
      <p>A day of each kind, one after another. It begins at 08:00 UTC.</p>
      ${STATIONS.map(
        (station) =>
          html`<section class="card">
            <h2>${station}</h2>
            <ul>
              ${days.map(
                (day) => html`<li>${day.toISOString().slice(0, 10)}: ${findWeatherDay(station, day)}</li>`,
              )}
            </ul>
          </section>`,
      )}`,
  })
}
