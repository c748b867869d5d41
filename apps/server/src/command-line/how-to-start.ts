import { resolve } from 'node:path';

/** Where the container file puts the data, and lets the server listen. Both together stand nowhere else. */
const OF_THE_CONTAINER_FILE = { VESTIBULE_DATA: '/data', VESTIBULE_HOST: '0.0.0.0' } as const;

/** Whether this runs in the image of deploy/Containerfile. That it is some container says nothing: a checkout may be in one. */
export function isInImage(environment: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return Object.entries(OF_THE_CONTAINER_FILE).every(([name, value]) => environment[name] === value);
}

interface HowToStart {
  /** Where the lines are typed, where that is not here. */
  readonly where: string | null;
  readonly start: string;
  readonly restart: string;
  readonly doctor: string;
}

/** What to type to start the server of this data folder, and to look how it stands: here, or outside of the container. */
export function howToStart(dataFolder: string, inImage = isInImage()): HowToStart {
  if (inImage) {
    return {
      where: 'Outside of the container, in the folder deploy (without Compose, the same with your own tools):',
      start: 'docker compose up --detach',
      restart: 'docker compose restart server',
      doctor: 'docker compose exec server vestibule doctor',
    };
  }
  const isStandard = dataFolder === resolve('.data');
  const start = `${isStandard ? '' : `VESTIBULE_DATA=${dataFolder} `}npx node apps/server/src/main.ts`;
  return {
    where: null,
    start,
    restart: start,
    doctor: `npx vestibule doctor${isStandard ? '' : ` --data ${dataFolder}`}`,
  };
}
