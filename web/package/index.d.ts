import type { MidturnPlayer } from "./element.js";

export type { FrameCommand, FrameMessage, MidturnPlayer, MidturnPlayerEvents, Moment, PlayerError } from "./element.js";

export interface Place {
  /**
   * The address of the static files, as `midturn-files FOLDER` copied them. Otherwise what the document says in
   * `<meta name="midturn-files" content="/midturn/">`; otherwise `site/` beside the script.
   */
  readonly files?: string | URL;
}

/**
 * Registers `<midturn-player>`, once. Resolves with its class, or with `undefined` where there is no browser;
 * rejects where the files are not at their place.
 */
export function define(place?: Place): Promise<(new () => MidturnPlayer) | undefined>;
