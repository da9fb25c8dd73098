/**
 * What a place looks like from above to people who know it from below; one passage for each place
 * with a picture.
 */
export const perspectives = {
  manhattan: {
    headline: 'You know the street. You do not know the shape.',
    passages: [
      {
        title: 'From below',
        text:
          'A grid, a crowd, a sliver of sky. You look up until your neck complains, and every ' +
          'building hides the next.',
      },
      {
        title: 'From above',
        text:
          'An island. Water on every side, bridges like stitches, and in the middle a green ' +
          'rectangle so exact that it looks typed.',
      },
      {
        title: 'What changes',
        text:
          'You find your own block and it is the size of a stamp. Everybody does this. Everybody ' +
          'goes quiet for a second, and then points.',
      },
    ],
  },
  liberty: {
    headline: 'She was made to be seen from the water. From the air she looks back.',
    passages: [
      {
        title: 'From below',
        text: 'A line, a ferry, a staircase. You see the hem of the robe and somebody’s backpack.',
      },
      {
        title: 'From above',
        text:
          'You come round at the height of the torch. The face is turned to the ships, and for ' +
          'half a minute you are one of them.',
      },
      {
        title: 'What changes',
        text:
          'The harbor stops being a gap between places. It is a room, with ferries crossing it ' +
          'like people carrying trays.',
      },
    ],
  },
  jersey: {
    headline: 'The best view of the skyline was always on this side.',
    passages: [
      {
        title: 'From below',
        text: 'Cliffs, a fence, a parking lot. On a clear day people eat their sandwiches facing east.',
      },
      {
        title: 'From above',
        text:
          'Reeds, a slow river, rail yards like combs. Then the Hudson opens and the whole of ' +
          'Manhattan stands there at once.',
      },
      {
        title: 'What changes',
        text:
          'You understand why somebody built a city exactly there, and why somebody else built a ' +
          'heliport exactly here.',
      },
    ],
  },
  miami: {
    headline: 'From the sand it is a line. From up here it is a map.',
    passages: [
      {
        title: 'From below',
        text:
          'Towels, umbrellas, a stripe of blue and a darker stripe behind it. Somewhere out ' +
          'there is an island; people argue which.',
      },
      {
        title: 'From above',
        text:
          'Sandbars like fingers, meadows of seagrass, one hard edge where the deep water ' +
          'begins. And rays, if you look twice.',
      },
      {
        title: 'What changes',
        text:
          'You will stand on the beach the next morning and know what every color means. It ' +
          'spoils nothing.',
      },
    ],
  },
  losangeles: {
    headline: 'You have sat in those lights. Now see what they draw.',
    passages: [
      {
        title: 'From below',
        text: 'Brake lights, a radio, an exit that came too early. The city is the car in front.',
      },
      {
        title: 'From above',
        text:
          'Straight lines of gold to the edge of the world, and then the edge: the ocean, ' +
          'perfectly dark.',
      },
      {
        title: 'What changes',
        text:
          'The freeway you hate is a river. It does not make you late up here. It shines, and it ' +
          'has somewhere to be.',
      },
    ],
  },
  doorsoff: {
    headline: 'Nothing between you and the picture.',
    passages: [
      {
        title: 'From below',
        text: 'You look for the place everybody photographs, and stand in it with everybody.',
      },
      {
        title: 'From above',
        text:
          'No glass, no reflection, no frame but your own. The pilot holds the aircraft where ' +
          'you ask, and says for how long.',
      },
      {
        title: 'What changes',
        text:
          'You take fewer pictures than you planned. The best ones are from the minutes you put ' +
          'the camera down.',
      },
    ],
  },
}
