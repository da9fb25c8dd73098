import { type products } from '../schema/catalogue.ts'

type Eligibility = Pick<
  typeof products.$inferInsert,
  'minAgeYears' | 'lapChildUnderYears' | 'wheelchairBoarding' | 'whatToWear'
>

const doorsOff: Eligibility = {
  minAgeYears: 10,
  lapChildUnderYears: 0,
  wheelchairBoarding: 'assisted',
  whatToWear:
    'Layers, closed shoes and nothing loose: it is 15 degrees colder up there. Jackets are ours to lend.',
}
const doorsOn: Eligibility = {
  minAgeYears: 0,
  lapChildUnderYears: 2,
  wheelchairBoarding: 'lift',
  whatToWear: 'What you like, with dark tops: bright ones show up in the windows of your pictures.',
}

/**
 * Who may fly and what to wear, by product id. There are no lap children with doors off and no
 * lifts for small cabins.
 */
export const demoEligibility: Readonly<Record<number, Eligibility>> = {
  6: doorsOff,
  7: doorsOn,
  8: doorsOn,
  9: { ...doorsOff, minAgeYears: 8 },
  10: {
    ...doorsOff,
    minAgeYears: 16,
    whatToWear: 'Gloves you can focus with, closed shoes, no hat without a strap.',
  },
  11: { ...doorsOn, wheelchairBoarding: 'assisted', lapChildUnderYears: 0 },
  12: { ...doorsOn, wheelchairBoarding: 'none' },
  13: doorsOn,
}
