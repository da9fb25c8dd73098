import { type Random } from './random.ts'

export interface Person {
  first: string
  last: string
  email: string
  phone: string
}

/** Families of names: whoever travels together shares one more often than not. */
const FAMILIES: readonly { share: number; firsts: readonly string[]; lasts: readonly string[] }[] = [
  {
    share: 9,
    firsts: ['Grace', 'Owen', 'Hazel', 'Miles', 'Ruth', 'Calvin', 'June', 'Wesley', 'Ivy', 'Dean', 'Nell'],
    lasts: ['Whitfield', 'Carver', 'Holloway', 'Pruitt', 'Ellery', 'Marsh', 'Dunning', 'Tate', 'Lockwood'],
  },
  {
    share: 4,
    firsts: ['Marisol', 'Joaquín', 'Lucía', 'Andrés', 'Inés', 'Mateo', 'Ximena', 'Raúl', 'Belén'],
    lasts: ['Peñaloza', 'Ibarra', 'Quiñones', 'Zúñiga', 'Escobedo', 'Valdés', 'Núñez'],
  },
  {
    share: 2,
    firsts: ['Łucja', 'Stanisław', 'Zofia', 'Bogusław', 'Małgorzata'],
    lasts: ['Wiśniewska', 'Dąbrowski', 'Żuławski', 'Gołębiewska', 'Pączek'],
  },
  {
    share: 2,
    firsts: ['Réka', 'Bálint', 'Győző', 'Hajnal', 'Lőrinc'],
    lasts: ['Erdős', 'Szűcs', 'Kőhalmi', 'Fűrész', 'Bodnár'],
  },
  {
    share: 2,
    firsts: ['Ioana', 'Răzvan', 'Anca', 'Ștefan', 'Mălina'],
    lasts: ['Țurcanu', 'Brătescu', 'Moșneagu', 'Văduva', 'Rădulescu'],
  },
  {
    share: 2,
    firsts: ['Elif', 'Çağlar', 'Gülşen', 'Tuğba', 'Işık'],
    lasts: ['Yıldırım', 'Çelebioğlu', 'Doğan', 'Şahin', 'Akgün'],
  },
  {
    share: 3,
    firsts: ['Thảo', 'Quốc', 'Hạnh', 'Tuấn', 'Ngọc'],
    lasts: ['Nguyễn', 'Phạm', 'Đặng', 'Bùi', 'Võ'],
  },
  {
    share: 3,
    firsts: ['Ananya', 'Rohan', 'Meera', 'Vikram', 'Ishita', 'Farhan'],
    lasts: ['Raghavan', 'Chatterjee', 'Bhandari', 'Qureshi', 'Deshmukh'],
  },
  {
    share: 3,
    firsts: ['Adaeze', 'Kwabena', 'Folasade', 'Chidi', 'Amara', 'Tendai'],
    lasts: ['Okonjo', 'Mensah', 'Adeyemi', 'Ndlovu', 'Boateng'],
  },
  {
    share: 3,
    firsts: ['Haruka', 'Kenji', 'Ji-woo', 'Min-seo', 'Mei-Ling', 'Zhihao'],
    lasts: ['Fujimori', 'Takeda', 'Baek', 'Yoon', 'Cheung', 'Liang'],
  },
  {
    share: 2,
    firsts: ['Sjöfn', 'Åse', 'Jørgen', 'Kjell', 'Aino', 'Väinö'],
    lasts: ['Þórsdóttir', 'Sørensen', 'Lindqvist', 'Hämäläinen', 'Øverland'],
  },
  {
    share: 2,
    firsts: ['Jiří', 'Zdeňka', 'Ondřej', 'Šárka', 'Ľubomír'],
    lasts: ['Dvořáček', 'Šťastná', 'Hruška', 'Kříž', 'Ďurica'],
  },
  {
    share: 2,
    firsts: ['Anneliese', 'Jürgen', 'Käthe', 'Benoît', 'Océane', 'Maëlle'],
    lasts: ['Großmann', 'Lefèvre', 'Übelacker', 'Böhringer', 'Desroches'],
  },
  {
    share: 1,
    firsts: ['Agnė', 'Mantas', 'Līga', 'Jānis'],
    lasts: ['Petrauskaitė', 'Šimkus', 'Bērziņš', 'Ozoliņa'],
  },
  {
    share: 1,
    firsts: ['Leilani', 'Kekoa', 'Niamh', 'Caoimhe', 'Siôn'],
    lasts: ['Kahananui', 'Ó Súilleabháin', 'MacAllister', 'Llywelyn'],
  },
]

const EVERY_FIRST = FAMILIES.flatMap(({ firsts }) => firsts)
const WAYS = FAMILIES.map((family) => [family, family.share] as const)
const DOMAINS = ['example.com', 'example.net', 'example.org']

/**
 * Somebody who books. The number keeps addresses apart; all domains are reserved for examples, so
 * nobody has them.
 */
export function drawPerson(random: Random, number: number): Person {
  const { firsts, lasts } = random.weigh(WAYS)
  const [first, last] = [random.pick(firsts), random.pick(lasts)]
  const local = toAscii(`${first}.${last}`).replaceAll(/[^a-z.]/g, '')
  const email = `${local}.${String(number)}@${random.pick(DOMAINS)}`
  // Numbers from 555-0100 to 555-0199 belong to nobody.
  const area = random.pick(['201', '212', '305', '347', '646', '718', '818', '917'])
  const phone = `(${area}) 555-01${String(random.between(0, 99)).padStart(2, '0')}`
  return { first, last, email, phone }
}

/** A party: the buyer, and others mostly of the same family, no name twice. */
export function drawParty(random: Random, buyer: Person, size: number): { name: string; weight: number }[] {
  const party = [{ name: `${buyer.first} ${buyer.last}`, weight: drawWeight(random) }]
  while (party.length < size) {
    const known = party.map(({ name }) => name)
    party.push({ name: drawCompanion(random, buyer, known), weight: drawWeight(random) })
  }
  return party
}

function drawCompanion(random: Random, { last }: Person, known: readonly string[]): string {
  const family = FAMILIES.find(({ lasts }) => lasts.includes(last))
  const isFamily = family !== undefined && random.chance(0.7)
  const { firsts, lasts } = isFamily ? { firsts: family.firsts, lasts: [last] } : random.weigh(WAYS)
  const drawn = random.pick(firsts)
  const surname = isFamily ? last : random.pick(lasts)
  const from = firsts.indexOf(drawn)
  // The next name of the family, and of another one when all of them fly.
  const first = [...firsts.slice(from), ...firsts, ...EVERY_FIRST].find(
    (one) => !known.includes(`${one} ${surname}`),
  )
  return `${first ?? drawn} ${surname}`
}

/** Letters that are no letter with a mark in Unicode. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ß: 'ss',
  þ: 'th',
}

const toAscii = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\P{ASCII}/gu, (letter) => OTHER_LETTERS[letter] ?? '')

/** A weight in pounds as people give it. */
export const drawWeight = (random: Random): number =>
  Math.round(random.between(105, 190) + random.next() * random.next() * 50)
