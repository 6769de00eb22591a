import { areCameraData } from '../../../../layers/media/captions/camera-data.ts';

test.each([
  '[iso : 100] [shutter : 1/640.0] [fnum : 280] [ev : 0.7] [latitude: 0.608] [longtitude: -1.963]',
  'F/2.8, SS 320.42, ISO 100, EV 0, GPS (8.6499, 53.2665, 18), D 24.26m, H 6.00m, H.S 2.10m/s',
  'HOME(149.0251,-20.2532) 2017.08.05 14:11:51 GPS(149.0251,-20.2533,16) BAROMETER:1.9',
  '$GPRMC,235316.000,A,4003.9040,N,10512.5792,W,0.09,144.75,141112,,*19',
  '2021-05-04 12:33:10 N:22.5431 E:114.0579 35 km/h',
])('a camera wrote %s', (text) => {
  expect(areCameraData([{ text }])).toBe(true);
});

test.each([
  'Set the ISO to 400 and the shutter to 1/500, then fly home.',
  'ISO: 400, Shutter: 1/500. That is what I would take.',
  'Hello from the team: it is 2024-05-04, 12:33:10 exactly.',
  '3, 2, 1 …',
])('somebody said %s', (text) => {
  expect(areCameraData([{ text }])).toBe(false);
});

test('captions that mostly are words are words', () => {
  const words = [{ text: 'Look at this.' }, { text: 'There it is.' }];
  expect(areCameraData([{ text: '2024-05-04 12:33:10' }, ...words])).toBe(false);
  expect(areCameraData([])).toBe(false);
});
