import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWeatherService } from './weather-service.ts'

const METAR = {
  icaoId: 'KEWR',
  obsTime: 1_810_147_860,
  temp: 22,
  dewp: 12.8,
  wdir: 290,
  wspd: 28,
  wgst: 38,
  visib: '10+',
  wxString: null,
  clouds: [{ cover: 'FEW', base: 25_000 }],
  rawOb: 'METAR KEWR 121851Z 29028G38KT 10SM FEW250 22/13 A2992',
  // What nobody asked for stays unread.
  fltCat: 'VFR',
}
const TAF = {
  icaoId: 'KEWR',
  issueTime: '2027-05-12T17:20:00Z',
  rawTAF: 'TAF KEWR 121720Z 1218/1318 29028G38KT P6SM FEW250',
  fcsts: [
    {
      timeFrom: 1_810_144_800,
      timeTo: 1_810_231_200,
      fcstChange: null,
      probability: null,
      wdir: 'VRB',
      wspd: 5,
    },
  ],
}

let answers: Record<string, { status: number; body: string }> = {}
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const path = (request.url ?? '').split('?')[0] ?? ''
  const { status, body } = answers[path] ?? { status: 404, body: '' }
  response.writeHead(status).end(body)
})
let url: string
let now = new Date('2027-05-12T19:00:00Z')
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  asked.length = 0
  answers = {
    '/metar': { status: 200, body: JSON.stringify([METAR]) },
    '/taf': { status: 200, body: JSON.stringify([TAF]) },
  }
})
const open = () => createWeatherService({ url, clock: { now: () => now } })
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

describe('the service of weather reports', () => {
  it('is asked for the observation and the forecast of a station, and for nothing else', async () => {
    const { observation, forecast } = await open().read('KEWR')
    expect(asked.toSorted()).toEqual(['/metar?ids=KEWR&format=json', '/taf?ids=KEWR&format=json'])
    expect(observation).toMatchObject({ rawOb: METAR.rawOb, wspd: 28, wgst: 38, vertVis: null })
    expect(observation).not.toHaveProperty('fltCat')
    expect(forecast?.fcsts).toMatchObject([{ wdir: 'VRB', wgst: null, probability: null }])
  })

  it('is asked again after five minutes, once for all who look at the same moment', async () => {
    const service = open()
    await Promise.all([service.read('KEWR'), service.read('KEWR')])
    later(4)
    await service.read('KEWR')
    expect(asked).toHaveLength(2)
    await service.read('KVNY')
    expect(asked).toHaveLength(4)
    later(1)
    await service.read('KEWR')
    expect(asked).toHaveLength(6)
    // A clock that was set back keeps nothing for longer.
    later(-600)
    await service.read('KEWR')
    expect(asked).toHaveLength(8)
  })

  it.each([
    ['an error', { status: 503, body: 'busy' }],
    ['a page instead of data', { status: 200, body: '<html></html>' }],
    ['other data', { status: 200, body: '[{"rawOb": 7}]' }],
    ['another address', { status: 302, body: '' }],
  ])('fails with %s, and is asked again a minute later', async (_, answer) => {
    const service = open()
    answers['/metar'] = answer
    await expect(service.read('KEWR')).rejects.toThrow()
    await expect(service.read('KEWR')).rejects.toThrow()
    expect(asked).toHaveLength(2)
    answers['/metar'] = { status: 200, body: JSON.stringify([METAR]) }
    later(1)
    expect((await service.read('KEWR')).observation?.rawOb).toBe(METAR.rawOb)
  })

  it('fails where nothing listens', async () => {
    const gone = createWeatherService({ url: 'http://127.0.0.1:1', clock: { now: () => now } })
    await expect(gone.read('KEWR')).rejects.toThrow()
  })

  it.each([
    { status: 204, body: '' },
    { status: 200, body: '[]' },
  ])('has nothing of a station without reports: %o', async (nothing) => {
    answers = { '/metar': nothing, '/taf': nothing }
    expect(await open().read('KXYZ')).toEqual({ observation: undefined, forecast: undefined })
  })
})
