import { berlinPlaces } from './berlin-places.js';
import { RoadNetwork, type Road } from './road-network.js';

const A100 = [
  'Grenzallee > A100 Buschkrugallee > A100 Britz > A100 Oberlandstraße > A100 Gottlieb-Dunkel-Straße > Tempelhof',
  'Tempelhof > A100 Alboinstraße > A100 Südkreuz > A100 Sachsendamm > A100 Kreuz Schöneberg > A100 Hauptstraße',
  'A100 Hauptstraße > Innsbrucker Platz > A100 Wexstraße > A100 Detmolder Straße > A100 Heidelberger Platz',
  'A100 Heidelberger Platz > A100 Schmargendorf > A100 Hohenzollerndamm > A100 Halensee > Rathenauplatz',
  'Rathenauplatz > A100 Westkreuz > A100 Funkturm > A100 Messe > A100 Kaiserdamm > A100 Knobelsdorffstraße',
  'A100 Knobelsdorffstraße > A100 Spandauer Damm > A100 Siemensdamm > A100 Rudolf-Wissel-Brücke',
  'A100 Rudolf-Wissel-Brücke > A100 Charlottenburg > A100 Jakob-Kaiser-Platz > A100 Goerdelerdamm',
  'A100 Goerdelerdamm > A100 Jungfernheide > A100 Beusselstraße > A100 Seestraße',
];

const streets = [
  // Around the depot
  'Westhafen > Westhafenstraße > A100 Seestraße > Amrumer Straße > Müllerstraße/Seestraße > Louise-Schroeder-Platz',
  'A100 Beusselstraße > Beusselbrücke > Beusselstraße/Turmstraße > Gotzkowskybrücke > Franklinstraße',
  'Franklinstraße > Ernst-Reuter-Platz',
  'Beusselstraße/Turmstraße > Turmstraße > Alt-Moabit > Invalidenstraße > Hauptbahnhof > Naturkundemuseum',
  // Chausseestraße, Müllerstraße, Scharnweberstraße, Berliner Straße
  'Oranienburger Tor > Naturkundemuseum > Schwartzkopffstraße > Weddingplatz > Wedding > Leopoldplatz',
  'Leopoldplatz > Müllerstraße/Seestraße > Rehberge > Afrikanische Straße > Kurt-Schumacher-Platz',
  'Kurt-Schumacher-Platz > Scharnweberstraße > Otisstraße > Holzhauser Straße > Borsigwerke > Alt-Tegel',
  // Osloer, Bornholmer, Wisbyer and Ostseestraße; B96a; Greifswalder Straße and Berliner Allee
  'Louise-Schroeder-Platz > Osloer Straße > Prinzenallee > Grüntaler Straße > Bösebrücke > Bornholmer Straße',
  'Bornholmer Straße > Wisbyer Straße > Prenzlauer Promenade > Ostseestraße',
  'Rosa-Luxemburg-Platz > Senefelderplatz > Eberswalder Straße > Schönhauser Allee > Bornholmer Straße',
  'Bornholmer Straße > Vinetastraße > Pankow > Breite Straße',
  'Königstor > Greifswalder/Danziger > Greifswalder Straße > Ostseestraße > Antonplatz > Weißer See',
  'Weißer See > Rennbahnstraße',
  'Eberswalder Straße > Prenzlauer Allee/Danziger > Greifswalder/Danziger > Landsberger/Petersburger',
  'Prenzlauer Tor > Prenzlauer Allee/Danziger > Prenzlauer Promenade',
  // The middle
  'Oranienburger Tor > Rosenthaler Platz > Rosa-Luxemburg-Platz > Prenzlauer Tor > Mollstraße',
  'Mollstraße > Königstor',
  'Mollstraße > Platz der Vereinten Nationen > Friedenstraße > Landsberger/Petersburger > Landsberger Allee',
  'Landsberger Allee > Storkower Straße > Weißenseer Weg > Rhinstraße',
  'Prenzlauer Tor > Alexanderplatz > Haus des Lehrers > Grunerstraße > Jannowitzbrücke',
  'Grunerstraße > Molkenmarkt > Spittelmarkt > Leipziger/Friedrichstraße > Potsdamer Platz',
  'Oranienburger Tor > Friedrichstraße > Unter den Linden > Leipziger/Friedrichstraße > Kochstraße',
  'Kochstraße > Kochstraße/Wilhelmstraße > Wilhelmstraße > Mehringbrücke',
  // Karl-Marx-Allee, Frankfurter Allee, Warschauer and Petersburger Straße
  'Haus des Lehrers > Schillingstraße > Strausberger Platz > Weberwiese > Frankfurter Tor > Samariterstraße',
  'Samariterstraße > Frankfurter Allee > Magdalenenstraße > Lichtenberger Brücke > Alt-Friedrichsfelde',
  'Strausberger Platz > Platz der Vereinten Nationen',
  'Oberbaumbrücke > Stralauer Allee > Warschauer Straße > Frankfurter Tor > Bersarinplatz',
  'Bersarinplatz > Landsberger/Petersburger',
  // Straße des 17. Juni, Bismarckstraße, Kaiserdamm
  'Potsdamer Platz > Ebertstraße > Brandenburger Tor > Kleiner Stern > Großer Stern > Tiergarten',
  'Tiergarten > Ernst-Reuter-Platz > Deutsche Oper > Bismarckstraße > Sophie-Charlotte-Platz > A100 Kaiserdamm',
  'A100 Kaiserdamm > Theodor-Heuss-Platz',
  'Großer Stern > Klingelhöferstraße > Lützowplatz > An der Urania > Martin-Luther-Straße > Rathaus Schöneberg',
  'Rathaus Schöneberg > Dominicusstraße',
  // Kurfürstendamm, Tauentzien-, Kleist- and Bülowstraße
  'Rathenauplatz > Lehniner Platz > Adenauerplatz > Olivaer Platz > Uhlandstraße > Joachimsthaler Straße',
  'Joachimsthaler Straße > Breitscheidplatz > Wittenbergplatz > An der Urania > Nollendorfplatz',
  'Nollendorfplatz > Potsdamer/Bülowstraße',
  // Potsdamer, Haupt-, Rhein- and Schloßstraße
  'Potsdamer Platz > Potsdamer Brücke > Kurfürstenstraße > Potsdamer/Bülowstraße > Pallasstraße > Kleistpark',
  'Kleistpark > Kaiser-Wilhelm-Platz > Dominicusstraße > Innsbrucker Platz > Breslauer Platz > Kaisereiche',
  'Kaisereiche > Walther-Schreiber-Platz > Schloßstraße > Rathaus Steglitz',
  // Along the Landwehrkanal and under the elevated railway
  'Potsdamer Brücke > Reichpietschufer > Schöneberger Straße > Großbeerenbrücke > Mehringbrücke > Hallesches Tor',
  'Hallesches Tor > Prinzenstraße > Kottbusser Tor > Görlitzer Bahnhof > Schlesisches Tor > Oberbaumbrücke',
  'Stralauer Allee > Osthafen > Elsenbrücke > Treptower Park > Puschkinallee > Schlesische Brücke',
  'Schlesische Brücke > Schlesisches Tor',
  // Yorckstraße, Gneisenaustraße, Hasenheide; B96 to the south
  'Pallasstraße > Yorckstraße West > Katzbachstraße > Großbeerenstraße/Yorckstraße > Mehringdamm',
  'Mehringdamm > Gneisenaustraße > Südstern > Hermannplatz',
  'Mehringbrücke > Mehringdamm > Platz der Luftbrücke > Paradestraße > Tempelhof > Alt-Tempelhof',
  'Alt-Tempelhof > Kaiserin-Augusta-Straße > Ullsteinstraße > Westphalweg > Alt-Mariendorf',
  // Kottbusser Damm, Karl-Marx-Straße, Sonnenallee
  'Kottbusser Tor > Kottbusser Brücke > Schönleinstraße > Hermannplatz > Rathaus Neukölln > Karl-Marx-Straße',
  'Karl-Marx-Straße > Neukölln > Grenzallee',
  'Rathaus Neukölln > Erkstraße > Wildenbruchplatz > Sonnenallee > Dammweg > Baumschulenstraße',
  'Hermannplatz > Erkstraße',
];

const roads: Road[] = [...A100.map((via) => ({ kmh: 60, via })), ...streets.map((via) => ({ kmh: 30, via }))];

export const berlinRoads = new RoadNetwork(berlinPlaces, roads);
