import * as admin from '../../admin.ts';
import * as reports from '../../reports.ts';
import { type Example, example } from '../example.ts';

/** An admin changes who may publish, and takes a snapshot. */
export const rights: readonly Example[] = [
  example(admin.assumeAdmin, {
    title: 'A new group',
    by: 'admin',
    body: {
      gropic: 'ACME/FX',
    },
    answer: {},
  }),
  example(admin.assumeAdmin, {
    title: 'A group that has admins',
    by: 'viewer',
    body: {
      gropic: 'ACME/RATES',
    },
    answer: {
      unauthorized: true,
      reason: 'It is already administered',
      currAdmins: ['ACME/ann.admin'],
    },
  }),
  example(admin.adminDetails, {
    title: 'One group, for a first call',
    by: 'admin',
    body: {
      principalsId: '',
      numAdmined: 0,
      asSuperAdmin: false,
      selectedGropic: 'ACME/RATES',
      gropicPermsId: '',
      principalToAdd: '',
      returnTzLocations: false,
    },
    answer: {
      principalsChanged: true,
      principals: [
        'ACME/RISK TEAM',
        'ACME/[ALL]',
        'ACME/ann.admin',
        'ACME/feed',
        'ACME/jane.doe',
        'ACME/ken.lee',
        'ACME/sam.super',
      ],
      principalsId: 'FxCPWXM32z-wI61rrX96is',
      adminedChanged: true,
      admined: ['ACME/FX', 'ACME/RATES'],
      gropic: 'ACME/RATES',
      captureDailySnapshot: false,
      snapshotTime: '23:59',
      snapshotTimeLocation: 'Chicago',
      backdateSnapshot: false,
      gropicPermsChanged: true,
      gropicPerms: {
        gropic: 'ACME/RATES',
        viewers: ['ACME/RISK TEAM', 'ACME/feed', 'ACME/jane.doe'],
        publishers: ['ACME/feed'],
        interactors: ['ACME/jane.doe'],
        admins: ['ACME/ann.admin'],
      },
      gropicPermsId: 'IgHsbamf9M23TEYa.OKFWw7dDxf0CkWBb',
      viewersAllUsers: ['ACME/feed', 'ACME/jane.doe', 'ACME/ken.lee'],
      publishersAllUsers: ['ACME/feed'],
      interactorsAllUsers: ['ACME/jane.doe'],
      adminsAllUsers: ['ACME/ann.admin'],
    },
  }),
  example(admin.getUsers, {
    title: 'The users of a group',
    by: 'admin',
    body: {
      principal: 'ACME/RISK TEAM',
      principalGroups: [],
      gropic: 'ACME/RATES',
    },
    answer: {
      principal: 'ACME/RISK TEAM',
      gropic: 'ACME/RATES',
      allUsersByGroup: {
        'ACME/RISK TEAM': ['ACME/ken.lee'],
      },
    },
  }),
  example(admin.gropicPerms, {
    title: 'Another publisher',
    by: 'admin',
    body: {
      gropic: 'ACME/RATES',
      viewers: ['ACME/RISK TEAM', 'ACME/feed', 'ACME/jane.doe', 'ACME/ken.lee'],
      publishers: ['ACME/feed', 'ACME/ken.lee'],
      interactors: ['ACME/jane.doe'],
      admins: ['ACME/ann.admin'],
      gropicPermsId: 'IgHsbamf9M23TEYa.OKFWw7dDxf0CkWBb',
    },
    answer: {
      gropicPerms: {
        gropic: 'ACME/RATES',
        viewers: ['ACME/RISK TEAM', 'ACME/feed', 'ACME/jane.doe', 'ACME/ken.lee'],
        publishers: ['ACME/feed', 'ACME/ken.lee'],
        interactors: ['ACME/jane.doe'],
        admins: ['ACME/ann.admin'],
      },
      gropicPermsId: '81TWtzBjkCsPhugL.j-_tad_yVVOpYZUo',
    },
  }),
  example(admin.explain, {
    title: 'Why someone may publish',
    by: 'admin',
    body: {
      user: 'ACME/ken.lee',
      gropic: 'ACME/RATES/DAILY',
    },
    answer: {
      user: 'ACME/ken.lee',
      gropic: 'ACME/RATES/DAILY',
      isKnown: true,
      isDisabled: false,
      decidedBy: 'group',
      rights: {
        view: true,
        publish: true,
        interact: false,
        administer: false,
      },
      reasons: {
        view: 'Is a viewer of ACME/RATES',
        publish: 'Is a publisher of ACME/RATES',
        interact: 'Not an interactor of ACME/RATES',
        administer: 'It has no rights of its own; the admins of ACME/RATES can administer it',
      },
      grants: [
        {
          list: 'viewers',
          principal: 'ACME/RISK TEAM',
          path: ['ACME/ken.lee', 'ACME/RISK TEAM'],
          withoutGrant: {
            view: true,
            publish: true,
            interact: false,
            administer: false,
          },
        },
        {
          list: 'viewers',
          principal: 'ACME/ken.lee',
          path: ['ACME/ken.lee'],
          withoutGrant: {
            view: true,
            publish: false,
            interact: false,
            administer: false,
          },
        },
        {
          list: 'publishers',
          principal: 'ACME/ken.lee',
          path: ['ACME/ken.lee'],
          withoutGrant: {
            view: true,
            publish: false,
            interact: false,
            administer: false,
          },
        },
      ],
      decidingGropic: 'ACME/RATES',
    },
  }),
  example(admin.snapshotSettings, {
    title: 'Each day when London closes',
    by: 'admin',
    body: {
      captureSnapshot: true,
      gropic: 'ACME/RATES',
      rollTime: '17:30',
      rollTimeLocation: 'London',
      backdate: false,
    },
    answer: {},
  }),
  example(admin.captureSnapshot, {
    title: 'A snapshot of today',
    by: 'admin',
    body: {
      topic: 'ACME/RATES/DAILY',
      location: 'London',
      backdate: false,
    },
    answer: {
      topic: 'ACME/RATES/DAILY',
      success: true,
      message: 'Captured ACME/RATES/DAILY for 2026-11-23',
    },
  }),
  example(reports.report, {
    title: 'The snapshot of a day',
    by: 'key',
    body: {
      topic: 'ACME/RATES/DAILY.20261123',
    },
    answer: {
      pages: [
        '<table data-freeze="1,1"><thead><tr><th data-cell="A1">Tenor</th><th data-cell="B1">Rate</th></tr></thead><tbody><tr><td data-cell="A2">2Y</td><td data-cell="B2" data-num="" data-s="0">2.43</td></tr><tr><td data-cell="A3">10Y</td><td data-cell="B3" data-num="" data-s="0">2.88</td></tr><tr><td data-cell="A4">Comment</td><td data-cell="B4"><textarea data-control="Comment"></textarea></td></tr></tbody></table>',
      ],
      pageNames: ['Curve'],
      styles: [['text-align:right']],
      time: '20261123090000001',
      sender: 'ACME/feed',
      version: 2,
      metadata: {
        Source: 'Rates.xlsx',
      },
      hasControls: true,
      nodiff: false,
      shownDate: '2026-11-23',
      publisherSeenUtc: null,
      hasUserHtml: false,
      canInteract: false,
      topicBase: 'ACME/RATES/DAILY',
      logout: false,
      logDeep: false,
      snapshotDates: ['2026-11-23'],
    },
  }),
];
