import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isSharedPage } from '../visit/cacheable-pages.server.ts'
import { findPost, findReadingPage, getQuestions, listPosts, readingNames } from './articles.server.ts'

const LATER = '2099-01-01'
const ANY = { id: 1, name: 'Any' }
const routes = readdirSync(join(import.meta.dirname, '../routes'))

/** The addresses of the shop that a text links to. */
const linksIn = (html: string) => [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href = '']) => href)

const hasRoute = (href: string) => {
  const [first = '', second] = href.slice(1).split('/')
  if (first === 'blog' && second)
    return [1, 2].some((brand) => listPosts(LATER, brand).some(({ slug }) => slug === second))
  return routes.some((file) => file === `${first}.tsx` || file === `${first}._index.tsx`)
}

describe(findReadingPage, () => {
  test.each(readingNames())('%s has the brand’s name and valid links', async (name) => {
    const page = await findReadingPage(name, 'Up & Away <b>')
    expect(page?.html).toMatch(/<h2/)
    expect(page?.html).not.toContain('{{')
    expect(page?.html).not.toContain('<b>')
    expect(linksIn(page?.html ?? '').filter((href) => !hasRoute(href))).toEqual([])
    expect(hasRoute(`/${name}`)).toBe(true)
    expect(isSharedPage(`/${name}`)).toBe(true)
  })

  test('an unknown page is undefined', async () => {
    expect(await findReadingPage('nothing', 'Any')).toBeUndefined()
  })
})

describe(listPosts, () => {
  test('the newest story comes first, and none is shown before its day', async () => {
    const posts = listPosts(LATER, ANY.id)
    expect(posts.length).toBeGreaterThanOrEqual(6)
    expect(posts.map(({ date }) => date)).toEqual(
      posts
        .map(({ date }) => date)
        .sort()
        .reverse(),
    )
    const [newest] = posts
    if (!newest) throw new Error('no story')
    const before = new Date(Date.parse(newest.date) - 86_400_000).toISOString().slice(0, 10)
    expect(listPosts(before, ANY.id)).toEqual(posts.slice(1))
    expect(await findPost(newest.slug, ANY, before)).toBeUndefined()
    expect(await findPost(newest.slug, ANY, newest.date)).toMatchObject({ title: newest.title })
  })

  test.each([1, 2].flatMap((id) => listPosts(LATER, id).map(({ slug }) => [slug, id] as const)))(
    '%s of brand %i has valid links',
    async (slug, id) => {
      const post = await findPost(slug, { ...ANY, id }, LATER)
      expect(linksIn(post?.html ?? '').filter((href) => !hasRoute(href))).toEqual([])
    },
  )

  test('each brand shows its own places, on cards and in the story', async () => {
    const flown: Record<number, RegExp> = {
      1: /manhattan|liberty|jersey|doorsoff|miami/,
      2: /miami|losangeles/,
    }
    for (const [id, own] of Object.entries(flown)) {
      const posts = listPosts(LATER, Number(id))
      expect(posts.map(({ place }) => place).filter((place) => !own.test(place))).toEqual([])
      for (const { slug } of posts) {
        const { html = '' } = (await findPost(slug, { id: Number(id), name: 'Any' }, LATER)) ?? {}
        const shown = [...html.matchAll(/src="\/blog\/pictures\/([a-z]+)-/g)].map(([, place = '']) => place)
        expect(shown, slug).toHaveLength(1)
        expect(shown[0], slug).toMatch(own)
      }
    }
  })

  test('titles and summaries are unique', () => {
    for (const key of ['title', 'summary'] as const) {
      for (const id of [1, 2]) {
        const all = listPosts(LATER, id).map((post) => post[key])
        expect(new Set(all).size).toBe(all.length)
      }
    }
  })
})

test('every question has an answer, also as plain text', () => {
  const { groups } = getQuestions('Any')
  const all = groups.flatMap(({ questions }) => questions)
  expect(all.length).toBeGreaterThanOrEqual(15)
  expect(all.filter(({ html, plain }) => !html.startsWith('<p>') || /[<*[]/.test(plain))).toEqual([])
  expect(groups.filter(({ questions }) => questions.length === 0)).toEqual([])
})
