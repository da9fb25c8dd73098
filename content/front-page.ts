import { RESCHEDULE_FEE_TEXT as fee } from '#contract/reschedule-fee.ts'

/** The text of the front page if the flight that the brand's own text names is not sold. */
export const plainFrontPage = {
  headline: 'See it from the air.',
  lede: 'Scenic flights by helicopter, from a seat with a view.',
}

/** The schedule of a flight: minutes before and after lift-off. */
export const dayOfFlight = [
  {
    at: '−45',
    title: 'Arrive',
    text: 'Parking at the door. We check names and show you where to leave your bags.',
  },
  {
    at: '−20',
    title: 'Briefing',
    text: 'Ten minutes with your pilot: harness, headsets, doors, where to look first.',
  },
  { at: '0', title: 'Lift off', text: 'You hear the pilot the whole way and can ask for one more pass.' },
  {
    at: 'after',
    title: 'Back on the ground',
    text: 'Time for a photograph beside the aircraft, and for questions.',
  },
]

export interface Question {
  question: string
  answer: string
  /** Shown only if the service names every fee in advance. */
  aboutFees?: boolean
  /** Shown only if buyers can reschedule their flights themselves. */
  aboutRescheduling?: boolean
}

/** Questions that apply to every flight. */
export const questions: Question[] = [
  {
    question: 'What happens in bad weather?',
    answer:
      'If we cannot fly safely we do not fly, and tell you as early as we know. You choose a ' +
      'new date, or a re-schedule voucher for the full value.',
  },
  {
    aboutRescheduling: true,
    question: 'Can I change my date?',
    answer:
      `Yes. The fee is ${fee.early} until ${fee.before} before departure and ${fee.late} after that, ` +
      'plus the difference when the new seat costs more.',
  },
  {
    question: 'Why do you ask what we weigh?',
    answer:
      'The pilot balances the aircraft with it and decides who sits where. Only our flight ' +
      'team sees it. You may leave it out when you book and tell us at check-in.',
  },
  {
    question: 'What should I bring?',
    answer:
      'A photo ID, a camera or phone with a strap, and a warm layer. With the doors off it is ' +
      'about twelve degrees colder than the street; we lend jackets, hats and gloves.',
  },
  {
    question: 'Is the price on this page the whole price?',
    answer: 'Yes. Every seat price includes all fees. The checkout shows how it is made up, line by line.',
    aboutFees: true,
  },
]
