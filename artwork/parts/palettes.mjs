import { mix } from './numbers.mjs'

/** Sky colours from the top to the horizon. */
const SKIES = {
  manhattan: {
    dawn: ['#26315e', '#484f87', '#8576a5', '#cf98a4', '#f3bb9c', '#fde2bd'],
    day: ['#0e4787', '#1a61a8', '#3c88c6', '#79b2dc', '#b3d7eb', '#e4f1f3'],
    sunset: ['#141a3f', '#3a2463', '#8a2f6b', '#d8503f', '#f58a3a', '#ffd08a'],
    night: ['#03060f', '#071029', '#0c1c42', '#16305f', '#27497f', '#52709c'],
  },
  liberty: {
    dawn: ['#1f3c5e', '#3b6084', '#7891ab', '#c0b0b0', '#f0c6a4', '#fce7c6'],
    day: ['#0b4a84', '#1a68a5', '#4593c3', '#83bedb', '#bbdfe9', '#e9f5f1'],
    sunset: ['#0e2445', '#24416d', '#645884', '#c26e6c', '#f29a57', '#ffdb95'],
    night: ['#030a14', '#06172b', '#0a2743', '#133d5e', '#27597b', '#57879c'],
  },
  jersey: {
    dawn: ['#2a2c56', '#524c7e', '#93719a', '#d3928f', '#f0b38d', '#fbddb5'],
    day: ['#124877', '#23669a', '#4f91ba', '#8bbad0', '#c1dce0', '#f0f3e5'],
    sunset: ['#1b142f', '#481d4a', '#922e50', '#d3533b', '#ee8d42', '#fbd088'],
    night: ['#05060f', '#0c0e27', '#161b42', '#232e66', '#394883', '#6a6f9e'],
  },
  miami: {
    dawn: ['#27467b', '#5373a8', '#9d97c3', '#e6adbb', '#fac7b0', '#fdebd0'],
    day: ['#08529a', '#1173b8', '#379bd6', '#79c3e6', '#b5e2ee', '#e8f8f2'],
    sunset: ['#1b154d', '#472175', '#93338c', '#e15180', '#fb8b70', '#ffd19d'],
    night: ['#050718', '#0c0e33', '#191952', '#312777', '#593c90', '#9a619f'],
  },
  losangeles: {
    dawn: ['#313e6a', '#595f8d', '#9983a2', '#d8a49b', '#f3c699', '#fbe6bd'],
    day: ['#174f88', '#2f74ab', '#659fc6', '#9fc5d6', '#d4e0d7', '#f5ecd2'],
    sunset: ['#191943', '#41265e', '#893960', '#ce5d40', '#f29a40', '#ffd982'],
    night: ['#04050f', '#090d23', '#111a3d', '#202856', '#403f6c', '#8c6c6f'],
  },
  doorsoff: {
    dawn: ['#2b3a66', '#56608f', '#9b86a8', '#dba5a2', '#f6c6a0', '#fdead0'],
    day: ['#0f4b8c', '#2470b2', '#4f97cd', '#8abfe0', '#bfdfed', '#e9f4f3'],
    sunset: ['#1a1840', '#46255f', '#96345f', '#dc5a40', '#f79a44', '#ffdc9a'],
    night: ['#03060f', '#081230', '#102350', '#1f3b70', '#3c5b8c', '#8793a6'],
  },
}

/** The colours that each kind of light gives to everything except the sky. */
const MOODS = {
  dawn: {
    near: '#1f2347',
    shadow: '#5d5a8c',
    farMix: 0.42,
    glow: '#ffdcb0',
    core: '#fff5e0',
    facet: '#ffd0b0',
    facetAmount: 0.3,
    window: '#ffe0a8',
    litShare: 0.1,
    cloudLight: '#ffe0cf',
    cloudDark: '#7a75a5',
    leaf: '#38506a',
    rock: '#6d6480',
    sand: '#d9b8a4',
    stars: 0,
  },
  day: {
    near: '#1c3f5c',
    shadow: '#5e8fb0',
    farMix: 0.5,
    glow: '#dff2ff',
    core: '#ffffff',
    facet: '#fff4e0',
    facetAmount: 0.55,
    window: '#dff1fb',
    litShare: 0.1,
    cloudLight: '#ffffff',
    cloudDark: '#b9d3e4',
    leaf: '#3f7a55',
    rock: '#8c8078',
    sand: '#f0dfba',
    stars: 0,
  },
  sunset: {
    near: '#140f26',
    shadow: '#6d2f66',
    farMix: 0.55,
    glow: '#ffb15a',
    core: '#fff4d2',
    facet: '#ffa76a',
    facetAmount: 0.28,
    window: '#ffd07c',
    litShare: 0.22,
    cloudLight: '#ff9a70',
    cloudDark: '#5b2a68',
    leaf: '#2b1f3a',
    rock: '#5a2c4a',
    sand: '#c2796b',
    stars: 0,
  },
  night: {
    near: '#04070f',
    shadow: '#0d1c3c',
    farMix: 0.72,
    glow: '#8fb0ff',
    core: '#f6f3e6',
    facet: '#86a8e8',
    facetAmount: 0.16,
    window: '#ffd58a',
    litShare: 0.5,
    cloudLight: '#4a6aa4',
    cloudDark: '#14264c',
    leaf: '#0a1626',
    rock: '#17223f',
    sand: '#2a3158',
    stars: 90,
  },
}

const MIAMI_WATER = {
  dawn: ['#fbdcc8', '#a8c8cf', '#4f9fb4', '#2a6a92'],
  day: ['#c6f1e8', '#63d8d2', '#17a3bb', '#0c6c99'],
  sunset: ['#ffb893', '#c95f8d', '#5b3f92', '#1f2360'],
  night: ['#6f5a9f', '#2b3f86', '#0f2c5e', '#070f2b'],
}
const DAY_WATER = ['#cfe6ea', '#6facc4', '#2f7799', '#154766']

export function paletteFor(place, mood) {
  const base = MOODS[mood]
  const sky = SKIES[place][mood]
  const reflected = [
    mix(sky[5], sky[4], 0.6),
    mix(sky[3], base.near, 0.18),
    mix(sky[2], base.near, 0.5),
    mix(sky[0], base.near, 0.6),
  ]
  return {
    ...base,
    mood,
    sky,
    haze: mix(sky[5], sky[4], 0.55),
    far: mix(sky[4], base.shadow, base.farMix),
    water: place === 'miami' ? MIAMI_WATER[mood] : mood === 'day' ? DAY_WATER : reflected,
  }
}

/** Colour of a thing at a distance: 0 = on the horizon, 1 = in front of the lens. */
export const atDepth = (palette, t) => mix(palette.far, palette.near, t)
