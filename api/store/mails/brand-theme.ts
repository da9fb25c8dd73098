/**
 * Colours of a brand's mails; the shop's own tokens, spelled out because mail programs know no
 * variables.
 */
export interface MailTheme {
  canvas: string
  surface: string
  ink: string
  inkMuted: string
  line: string
  primary: string
  onPrimary: string
  link: string
  dark: Omit<MailTheme, 'dark'>
}

const LOFT: MailTheme = {
  canvas: '#FBF8F3',
  surface: '#FFFFFF',
  ink: '#161B2E',
  inkMuted: '#4A5169',
  line: '#DDD5C7',
  primary: '#A63A12',
  onPrimary: '#FFFFFF',
  link: '#8F3410',
  dark: {
    canvas: '#0E1220',
    surface: '#171C2E',
    ink: '#F5F1EA',
    inkMuted: '#C2C4D0',
    line: '#2B3148',
    primary: '#FFB27A',
    onPrimary: '#2A1000',
    link: '#FFB891',
  },
}

const TIDEWATER: MailTheme = {
  canvas: '#F4FAFA',
  surface: '#FFFFFF',
  ink: '#0B2230',
  inkMuted: '#3F5662',
  line: '#CFE0E2',
  primary: '#00667A',
  onPrimary: '#FFFFFF',
  link: '#005B6E',
  dark: {
    canvas: '#06161D',
    surface: '#0D222B',
    ink: '#EAF6F6',
    inkMuted: '#B4CACF',
    line: '#1D3742',
    primary: '#5FD4E0',
    onPrimary: '#00262D',
    link: '#7FDCE6',
  },
}

const LOOKS: Record<number, MailTheme> = { 1: LOFT, 2: TIDEWATER }

/** A brand without a theme of its own uses the first one. */
export function getMailTheme(brandId: number): MailTheme {
  return LOOKS[brandId] ?? LOFT
}
