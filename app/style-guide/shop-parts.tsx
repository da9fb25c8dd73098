import { Place } from '#contract/enums.ts'
import { OrderStatus } from '#contract/enums.ts'
import { GiftCardArt } from '../gifts/gift-card-art.tsx'
import { TagChips } from '../catalogue/tag-chips.tsx'
import { Questions } from '../page/questions.tsx'
import { SceneCard } from '../pictures/scene-picture.tsx'
import { DepartureCancelledChip, OrderStatusChip } from '../orders/order-status.tsx'
import { Part } from './part.tsx'

const MOODS = [[], ['sunset'], ['night']]

/**
 * The components about flights: chips, departures, notes, gifts, questions, and the pictures of all
 * places.
 */
export function ShopParts({ brandName }: { brandName: string }) {
  return (
    <>
      <Part title="Chips">
        <p className="chips">
          <TagChips tags={['sunset', 'night', 'midnight', 'off-peak', 'focus_flight', 'doors-off']} />
        </p>
        <p className="chips">
          {OrderStatus.options.map((status) => (
            <OrderStatusChip key={status} order={{ status }} />
          ))}
          <DepartureCancelledChip />
          <span className="chip info">info</span>
          <span className="chip bad">bad</span>
        </p>
        <p>
          <span className="seats">4 seats left</span> <span className="seats few">1 seat left</span>
        </p>
      </Part>
      <Part title="Departures">
        <div className="picks">
          <Departure id="g-morning" time="11:00" half="am" price="$231.00" tags={['off-peak']} left={4} />
          <Departure id="g-evening" time="4:33" half="pm" price="$294.00" tags={['sunset']} left={1} />
        </div>
      </Part>
      <Part title="Notes">
        <p className="note">A note beside the text.</p>
        {['good', 'warn', 'bad'].map((kind) => (
          <div key={kind} className={`alert ${kind}`}>
            <h3>
              {kind === 'good' ? 'It is done' : kind === 'warn' ? 'Before you go on' : 'That did not work'}
            </h3>
            <p>What it means, and what to do about it.</p>
          </div>
        ))}
        <p className="code-on">
          FLY15: 15% off <button className="link-btn">Remove</button>
        </p>
        <div className="empty">
          <h3>No flights yet</h3>
          <p>When you have booked one, it stands here.</p>
          <a className="btn" href="/product">
            Choose a flight
          </a>
        </div>
      </Part>
      <Part title="Questions">
        <Questions
          list={[
            { question: 'What happens in bad weather?', answer: 'We do not fly, and you choose a new day.' },
            { question: 'Can I change my date?', answer: 'Yes, until a day before.' },
          ]}
        />
      </Part>
      <Part title="Gift card">
        <GiftCardArt brandName={brandName} flight="Manhattan Sunset" place="liberty" tags={['sunset']} />
      </Part>
      <Part title="Pictures">
        <ul className="guide-scenes">
          {Place.options.flatMap((place) =>
            MOODS.flatMap((tags) =>
              [1, 7, 12].map((product) => (
                <li key={`${place}${tags.join()}${String(product)}`} className="art">
                  <SceneCard place={place} tags={tags} product={product} />
                </li>
              )),
            ),
          )}
        </ul>
      </Part>
    </>
  )
}

function Departure(props: {
  id: string
  time: string
  half: string
  price: string
  tags: string[]
  left: number
}) {
  const { id, time, half, price, tags, left } = props
  return (
    <label className="pick dep" htmlFor={id}>
      <input type="radio" id={id} name="g-departure" value={id} defaultChecked={left === 1} />
      <span className="t">
        {time}
        <small>{half}</small>
      </span>
      <span className="price">
        {price}
        <small>a seat</small>
      </span>
      <span className="info">
        <TagChips tags={tags} />
        <span className={left < 3 ? 'seats few' : 'seats'}>
          {left} {left === 1 ? 'seat' : 'seats'} left
        </span>
      </span>
    </label>
  )
}
